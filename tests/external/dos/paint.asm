; paint.com: no door: it draws on the PC's own screen, shows each key's scan code there, and ends at Esc.
        cpu 8086
        org 100h
        mov ax,3
        int 10h
        mov ax,0B800h
        mov es,ax
        mov di,(4*80+10)*2
        mov si,text
        mov ah,1Eh              ; yellow on blue
.t:     lodsb
        or al,al
        jz .k
        stosw
        jmp .t
.k:     xor ah,ah
        int 16h
        push ax
        mov di,(20*80+10)*2
        mov al,ah
        mov cl,4
        shr al,cl
        call hex
        pop ax
        push ax
        mov al,ah
        and al,15
        call hex
        pop ax
        cmp al,27
        jne .k
        mov ax,4C00h
        int 21h
hex:    add al,'0'
        cmp al,'9'
        jbe .d
        add al,7
.d:     mov ah,0Fh
        stosw
        ret
text    db 0C9h,0CDh,' Set-up ',0CDh,0BBh,0
